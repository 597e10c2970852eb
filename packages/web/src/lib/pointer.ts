/** Whether the device has a pointer that hovers. Others show a keyboard on the screen once a text box has the focus. */
export function canHover(): boolean {
  return matchMedia('(hover: hover)').matches
}
