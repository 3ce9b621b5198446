/** Texts about the files of an order. */
export const attachments = {
  title: 'Files',
  addTitle: (orderNumber: string) => `Attach a file to ${orderNumber}`,
  addText: 'A picture of a damaged parcel, a customs form, a message from the customer.',
  label: 'File',
  limits: (megabytes: number, files: number) => `Any type, up to ${megabytes} MB. An order has ${files} files at most.`,
  submit: 'Attach file',
  added: 'File attached',
  remove: 'Remove',
  open: (name: string) => `Open ${name}`,
  removeFile: (name: string) => `Remove ${name}`,
  confirmRemove: 'Remove this file',
}
