import { type JSX, render } from "preact";
import { t } from "./words/words.ts";

function Pad(): JSX.Element {
  return <h1>{t("title")}</h1>;
}

render(<Pad />, document.getElementById("app") as HTMLElement);
