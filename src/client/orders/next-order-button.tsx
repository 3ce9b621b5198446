import { shortcutKeys } from '#client/app/keys.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { deferredComponent } from '#client/deferred-component.tsx'
import { PageUserField } from '#client/session/page-user-field.tsx'
import { Button } from '#client/ui/button.tsx'

const ClaimOnSubmit = deferredComponent(async () => (await import('#client/orders/claim-on-submit.tsx')).ClaimOnSubmit)

/** Claims the next order to ship and opens it. */
export function NextOrderButton() {
  const { next } = useMessages().orders.bulk
  return (
    <form method="post">
      <input type="hidden" name="_endpoint" value="claimNextOrder" />
      <PageUserField />
      <Button type="submit" icon="truck" aria-label={next} aria-keyshortcuts={shortcutKeys.list.next}>
        <span className="hide-sm">{next}</span>
      </Button>
      <ClaimOnSubmit />
    </form>
  )
}
