/** The dialogs in which people save, change and remove views of a list. */
export const listViews = {
  saveTitle: 'Save view',
  saveText: 'Saves the filter and sort order as a tab.',
  editTitle: 'Edit view',
  name: 'Name',
  as: 'Save as',
  asNew: 'New view',
  replace: (name: string) => `Replace “${name}”`,
  layout: 'Also save columns and row height',
  share: 'Share with everyone who can see this list',
  sharedBy: (name: string) => `Shared by ${name}.`,
  save: 'Save view',
  change: 'Save changes',
  makeDefault: 'Open this page with this view',
  unmakeDefault: 'No longer open this page with this view',
  remove: 'Remove view',
  missing: 'This view no longer exists, or you cannot change it.',
}
