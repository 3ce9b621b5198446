/**
 * The keys of the product, by where they work; two of one entry do the two things that it names. The list is exported, and its selected rows are acted on, only
 * while no order is open, which E edits and A assigns. Controls name theirs in `aria-keyshortcuts` (see `useShortcuts`), and the list of keys shows this table.
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
