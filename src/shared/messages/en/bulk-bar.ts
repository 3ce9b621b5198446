/** Texts of the bar with the actions on the selected orders. */
export const bulkBar = {
  label: 'Actions on the selected orders',
  selected: (count: number) => `${count} selected`,
  allSelected: (count: string) => `All ${count} selected`,
  page: (count: number) => `Select all ${count}`,
  clear: 'Clear',
  all: (count: string) => `All ${count} that match`,
  print: 'Print',
  export: 'Export',
  more: 'More actions',
  actions: {
    ship: 'Ship',
    tag: 'Add tag',
    untag: 'Remove tag',
    assign: 'Assign',
    hold: 'Put on hold',
    release: 'Release',
    archive: 'Archive',
    unarchive: 'Unarchive',
    cancel: 'Cancel orders',
  },
}
