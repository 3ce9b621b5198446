import type { FormEvent } from 'react'
import { call, CallError } from '#client/api/call.ts'
import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { PageUserField } from '#client/session/page-user-field.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { type Locale, locales } from '#shared/locales.ts'

/** Buttons for the languages, each labeled in its own language; works without script. */
export function LanguageSwitch({ action }: { action?: string | undefined }) {
  const { locale } = usePageContext()
  const { common } = useMessages()
  async function choose(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    try {
      await call('setLocale', { locale: (submitter as HTMLButtonElement).value as Locale })
      location.reload()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const { type, title, detail } = error.problem
      // A dialog tells of another user.
      if (type === '/problems/user-changed') return
      notify({ kind: 'error', title: title || common.offline, description: detail || common.offlineText })
    }
  }
  return (
    <form method="post" action={action} className="languages" onSubmit={(event) => void choose(event)}>
      <input type="hidden" name="_endpoint" value="setLocale" />
      <PageUserField />
      <Icon name="languages" size="sm" />
      {locales.map((other) => (
        <button
          key={other}
          type="submit"
          name="locale"
          value={other}
          lang={languageTags[other]}
          aria-current={other === locale ? 'true' : undefined}
        >
          {common.languages[other]}
        </button>
      ))}
    </form>
  )
}

/** BCP 47 tags for the `lang` attribute. */
export const languageTags = { en: 'en', zh: 'zh-CN' } as const
