import { FinanceName } from '#client/app/finance-name.tsx'
import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { pageKeys, shortcutKeys } from '#client/app/keys.ts'
import { updateShownKeys } from '#client/app/shown-keys.ts'
import { areSingleKeysOn } from '#client/app/single-keys.ts'
import { safeStorage } from '#client/browser/safe-storage.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Kbd } from '#client/ui/kbd.tsx'
import { storageKeys } from '#shared/constants.ts'
import { shortcuts as en } from '#shared/messages/en/shortcuts.ts'
import { shortcuts as zh } from '#shared/messages/zh/shortcuts.ts'
import { type ChangeEvent, useId, useState } from 'react'

const messages = { en, zh }

/** The keys under the names of their texts. */
const groups = {
  list: shortcutKeys.list,
  order: shortcutKeys.order,
  reconciliation: shortcutKeys.reconciliation,
  pages: Object.fromEntries(Object.entries(pageKeys).map(([key, page]) => [page, ['G', key.toUpperCase()]])),
  everywhere: shortcutKeys.everywhere,
}

/** Lists all keys (see `useShortcuts`), and turns those that are single characters on or off, as WCAG 2.1.4 asks for. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { common } = useMessages()
  const texts = messages[usePageContext().locale]
  const words = { ...texts, pages: common.pages }
  return (
    <Dialog
      open
      onClose={onClose}
      title={common.keyboardShortcuts}
      size="lg"
      footer={<SingleKeysSwitch label={texts.singleKeys} hint={texts.singleKeysHint} />}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without the focus, keys could not scroll it */}
      <div className="shortcuts" role="group" aria-label={common.keyboardShortcuts} tabIndex={0} data-autofocus>
        {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
          <section key={group}>
            <h3>{words.groups[group]}</h3>
            <dl>
              {Object.entries<string | readonly string[]>(groups[group]).map(([name, ofEntry]) => (
                <div key={name}>
                  <dt>
                    <FinanceName text={(words[group] as Record<string, string>)[name] ?? ''} />
                  </dt>
                  <dd>
                    {[ofEntry].flat().map((key) => (
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

function SingleKeysSwitch({ label, hint }: { label: string; hint: string }) {
  const [on, setOn] = useState(areSingleKeysOn)
  const turn = ({ target: { checked } }: ChangeEvent<HTMLInputElement>): void => {
    try {
      safeStorage('localStorage').setItem(storageKeys.singleKeys, checked ? 'on' : 'off')
    } catch {
      // With storage blocked, the switch stays as it is.
    }
    setOn(areSingleKeysOn)
    updateShownKeys()
  }
  const id = useId()
  return (
    <label className="choice start">
      <input
        type="checkbox"
        role="switch"
        className="switch"
        checked={on}
        aria-checked={on}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        onChange={turn}
      />
      <span>
        <span id={`${id}-label`}>{label}</span>
        <span className="choice__hint" id={`${id}-hint`}>
          {hint}
        </span>
      </span>
    </label>
  )
}
