/** The question before a dialog or panel with unsaved changes is left. */
export const unsaved = {
  title: 'Discard your changes?',
  text: 'What you typed has not been saved.',
  keep: 'Keep editing',
  discard: 'Discard changes',
}
