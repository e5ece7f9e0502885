/** A button that was pressed before the page could hear is pressed now: nobody has to guess when a page is alive. */
export function pressAgain(): void {
  const root: HTMLElement & { pressed?: HTMLElement } = document.documentElement;
  const { pressed } = root;
  delete root.pressed;
  if (pressed?.isConnected) pressed.click();
}
