/** The rules page: boards to try moves on. */
import "./settings.js";
import { startTryBoards } from "./tryBoard.js";

startTryBoards(() => ({ begins: () => false }));
