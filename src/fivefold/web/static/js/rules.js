/** The rules page: positions to play with. */
import "./look.js";
import { startTryBoards } from "./try.js";

startTryBoards(() => ({ begins: () => false }));
