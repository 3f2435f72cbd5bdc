/** The page of challenges: accepting one leads to its table. */
import "./settings.js";
import "./nonce.js";
import { prepareLobbyForms } from "./lobbyForms.js";

prepareLobbyForms(() => window.location.reload());
