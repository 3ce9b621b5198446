/** The texts of entries that return each month. */
export const templates = {
  open: 'Templates',
  due: 'Entries due',
  dueOn: (day: string) => `Due ${day}`,
  missed: (day: string) => `Missed, was due ${day}`,
  ofMonth: (name: string, month: string) => `${name}, ${month}`,
  /** The reason of the entry of a month. */
  memo: (memo: string, month: string) => `${memo}, ${month}`,

  listTitle: 'Templates',
  listText:
    'Entries that return each month, such as rent and salaries. On their day they wait here until you post them.',
  none: 'No templates yet',
  noneHint: 'Add one, or open an entry and choose Save as template.',
  monthly: (amount: string, day: string) => `${amount} each month, first on ${day}`,
  archived: 'Archived',
  add: 'Add template',
  edit: 'Edit',
  archive: 'Archive',
  archiveDone: (name: string) => `${name} archived`,
  unarchive: 'Bring back',
  unarchiveDone: (name: string) => `${name} brought back`,
  done: 'Done',

  addTitle: 'Add template',
  editTitle: (name: string) => `Edit template ${name}`,
  formText: 'Nothing is posted by itself: each month someone checks the amounts and posts the entry.',
  name: 'Name',
  reason: 'Reason',
  reasonHint: 'The month is added to it.',
  firstDay: 'First due on',
  firstDayHint: 'Then on the same day of each month, or on its last day if the month is shorter.',
  save: 'Save template',
  saved: 'Template saved',
  fromEntry: 'Save as template…',
  postTitle: (name: string, month: string) => `Post ${name} for ${month}`,
}
