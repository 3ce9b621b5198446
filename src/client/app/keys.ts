/**
 * All keyboard shortcuts, by where they work; an entry with two keys names two actions. E and A export the list and act on its selected rows while no order is
 * open; they edit and assign the open order otherwise. Controls have theirs in `aria-keyshortcuts` (see `useShortcuts`), and the list of shortcuts shows this table.
 */
export const shortcutKeys = {
  list: {
    search: '/',
    move: ['J', 'K'],
    open: 'Enter',
    select: 'X',
    actions: 'A',
    next: 'W',
    create: 'C',
    export: 'E',
  },
  order: {
    ship: 'S',
    edit: 'E',
    editAddress: 'D',
    refund: 'R',
    return: 'B',
    hold: 'H',
    note: 'N',
    assign: 'A',
    tag: 'T',
    print: 'P',
    more: 'M',
    fullView: 'F',
    close: 'Esc',
  },
  reconciliation: { confirm: 'Y', move: ['J', 'K'] },
  everywhere: { search: ['Ctrl', 'K'], notifications: 'F8', help: '?' },
} as const

/** The pages that a letter after `G` opens. */
export const pageKeys = { h: 'index', o: 'orders', f: 'finance', u: 'users', t: 'test' } as const
