/** Milliseconds until a closing dialog has returned the focus to the menu, which is deleted with the post. */
export const afterDialogMs = 50;
