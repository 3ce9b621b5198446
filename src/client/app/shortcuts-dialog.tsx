import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { pageKeys } from '#client/app/use-shortcuts.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Kbd } from '#client/ui/kbd.tsx'
import { shortcuts as en } from '#shared/messages/en/shortcuts.ts'
import { shortcuts as zh } from '#shared/messages/zh/shortcuts.ts'

const messages = { en, zh }

/** The keys of each part of the product, under the names of their texts. */
const groups = {
  list: { search: ['/'], move: ['J', 'K'], open: ['Enter'], select: ['X'], next: ['W'], create: ['C'] },
  order: {
    ship: ['S'],
    edit: ['E'],
    editAddress: ['D'],
    refund: ['R'],
    return: ['B'],
    hold: ['H'],
    note: ['N'],
    assign: ['A'],
    tag: ['T'],
    print: ['P'],
    more: ['M'],
    fullView: ['F'],
    close: ['Esc'],
  },
  reconciliation: { confirm: ['Y'], move: ['J', 'K'] },
  pages: Object.fromEntries(Object.entries(pageKeys).map(([key, page]) => [page, ['G', key.toUpperCase()]])),
  everywhere: { search: ['Ctrl', 'K'], notifications: ['F8'], help: ['?'] },
} as const

/** Lists all keys (see `useShortcuts`). */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { common } = useMessages()
  const texts = messages[usePageContext().locale]
  const words = { ...texts, pages: common.pages }
  return (
    <Dialog open onClose={onClose} title={common.keyboardShortcuts} size="lg">
      <div className="shortcuts">
        {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
          <section key={group}>
            <h3>{words.groups[group]}</h3>
            <dl>
              {Object.entries(groups[group]).map(([name, keys]) => (
                <div key={name}>
                  <dt>{(words[group] as Record<string, string>)[name]}</dt>
                  <dd>
                    {(keys as readonly string[]).map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
