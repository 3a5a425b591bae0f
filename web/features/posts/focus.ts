/** The closing dialog gives the focus back to the menu that opened it, which goes with the post. */
export const afterDialogMs = 50;
