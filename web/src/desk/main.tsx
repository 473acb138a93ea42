import { type JSX, render } from "preact";
import { t } from "./words/words.ts";

function Desk(): JSX.Element {
  return <h1>{t("title")}</h1>;
}

render(<Desk />, document.getElementById("app") as HTMLElement);
