import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { locales } from '#shared/locales.ts'

/** Buttons for the languages, each labeled in its own language; works without script. */
export function LanguageSwitch({ action }: { action?: string | undefined }) {
  const { locale } = usePageContext()
  const { common } = useMessages()
  return (
    <Form endpoint="setLocale" action={action} className="languages" onAnswer={() => location.reload()}>
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
    </Form>
  )
}

/** BCP 47 tags for the `lang` attribute. */
export const languageTags = { en: 'en', zh: 'zh-CN' } as const
