// How the engine starts, in Node as in a phone: from a snapshot where there is one, else file by file.

import type { PyodideInterface } from "pyodide";

/** A question and JSON in, JSON out. */
export type Answering = (question: string, json: string) => string;

/** A library without a book: beside a snapshot nothing is loaded any more. */
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

/** Load every one of our own files: after a snapshot there is none left to load from. */
export function loadOurs(pyodide: PyodideInterface, packed: Uint8Array): void {
  pyodide.FS.mkdirTree("/engine");
  pyodide.FS.writeFile("/engine/carrom.zip", packed);
  pyodide.runPython(LOAD);
}

export function answering(pyodide: PyodideInterface): Answering {
  const { answer } = pyodide.globals.get("carrom_engine");
  return (question, json) => answer(question, json);
}
