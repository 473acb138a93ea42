// Starts the engine, in Node and on a phone: from a snapshot if there is one, else file by file.

import type { PyodideInterface } from "pyodide";

/** A question and JSON in, JSON out. */
export type Answering = (question: string, json: string) => string;

/** An empty library: a snapshot already contains everything. */
export const EMPTY_ZIP = new Uint8Array([0x50, 0x4b, 5, 6, ...new Array<number>(18).fill(0)]);

const LOAD = `
import importlib, pkgutil, sys
sys.path.insert(0, "/engine/carrom.zip")
import carrom
for room in ("base", "equipment", "laws", "match", "pad"):
    package = importlib.import_module(f"carrom.{room}")
    for found in pkgutil.walk_packages(package.__path__, f"carrom.{room}."):
        importlib.import_module(found.name)
from carrom.laws.register import register
from carrom.laws.sentences import LANGUAGES, catalogue
from carrom.laws.sentences.plain import plain_sentence
register()
plain_sentence("1", "en")
for language in LANGUAGES:
    catalogue(language)
from carrom.pad.questions import Engine
carrom_engine = Engine()
`;

/** Import all of our own modules before the snapshot is taken. */
export function loadOurs(pyodide: PyodideInterface, packed: Uint8Array): void {
  pyodide.FS.mkdirTree("/engine");
  pyodide.FS.writeFile("/engine/carrom.zip", packed);
  pyodide.runPython(LOAD);
}

export function answering(pyodide: PyodideInterface): Answering {
  const { answer } = pyodide.globals.get("carrom_engine");
  return (question, json) => answer(question, json);
}
