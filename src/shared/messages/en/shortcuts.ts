/** The list of keys, which only its dialog loads. */
export const shortcuts = {
  groups: {
    list: 'List',
    order: 'Open order',
    reconciliation: 'Reconciliation',
    pages: 'Pages',
    everywhere: 'Everywhere',
  },
  list: { search: 'Search', move: 'Next or previous row', open: 'Open the row', create: 'New order' },
  order: {
    ship: 'Ship',
    edit: 'Edit',
    editAddress: 'Edit the shipping address',
    refund: 'Refund',
    return: 'Start a return, or its next step',
    hold: 'Put on hold or release',
    note: 'Add a note',
    assign: 'Assign',
    tag: 'Add a tag',
    print: 'Print',
    more: 'More actions',
    fullView: 'Full view',
    close: 'Close',
  },
  reconciliation: { confirm: 'Confirm the proposal', move: 'Next or previous line' },
  everywhere: { search: 'Search everywhere', notifications: 'Go to notifications', help: 'Keyboard shortcuts' },
}
