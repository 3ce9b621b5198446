import { usePermission } from '#client/app/page-context.tsx'
import { navigate, revalidate } from '#client/navigation/router.ts'
import { SecretDialog } from '#client/staff/secret-dialog.tsx'
import { CheckboxField } from '#client/ui/checkbox-field.tsx'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { useWebhookMessages } from '#client/webhooks/use-webhook-messages.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { webhookTopics } from '#shared/webhooks/topics.ts'
import type { WebhookView } from '#shared/webhooks/webhooks.ts'

interface DialogProps {
  /** The page without the dialog. */
  closeHref: string
  form: FormOutcome | null
}

interface WebhookDialogProps extends DialogProps {
  webhook: WebhookView
}

/** Adds a webhook; then shows its secret, this once. */
export function AddWebhookDialog({ closeHref, form }: DialogProps) {
  const words = useWebhookMessages()
  return (
    <SecretDialog
      endpoint="createWebhook"
      outcome={form}
      closeHref={closeHref}
      title={words.addTitle}
      description={words.formText}
      words={{ submit: words.add, done: words.done }}
      toSecret={({ secret, webhook }) => ({
        ...toShownSecret(words, secret),
        title: words.createdTitle(new URL(webhook.url).host),
      })}
    >
      <WebhookFields webhook={null} />
    </SecretDialog>
  )
}

/** Replaces the secret of a webhook and shows the new one, this once. */
export function ReplaceSecretDialog({ webhook, closeHref, form }: WebhookDialogProps) {
  const words = useWebhookMessages()
  return (
    <SecretDialog
      endpoint="replaceWebhookSecret"
      hiddenValues={{ webhook: webhook.id }}
      outcome={form}
      closeHref={closeHref}
      title={words.replaceTitle}
      description={words.replaceText}
      words={{ submit: words.replaceSecret, done: words.done }}
      toSecret={({ secret }) => ({ ...toShownSecret(words, secret), title: words.replacedTitle })}
    />
  )
}

const toShownSecret = (words: ReturnType<typeof useWebhookMessages>, secret: string) => ({
  url: secret,
  text: words.secretText,
  label: words.secret,
  copyLabel: words.copy,
})

export function EditWebhookDialog({ webhook, closeHref, form }: WebhookDialogProps) {
  const words = useWebhookMessages()
  return (
    <Dialog open onClose={() => navigate(closeHref)} closeHref={closeHref} title={words.editTitle}>
      <Form
        endpoint="changeWebhook"
        hiddenValues={{ webhook: webhook.id, version: webhook.version }}
        outcome={form}
        className="dialog-form"
        onAnswer={() => {
          notify({ kind: 'success', title: words.saved })
          navigate(closeHref)
        }}
        onProblem={() => void revalidate()}
      >
        <WebhookFields webhook={webhook} />
        <DialogButtons closeHref={closeHref}>
          <SubmitButton variant="primary">{words.save}</SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

/** Asks before a webhook is removed. `listHref`: the page without the webhook. */
export function RemoveWebhookDialog({ webhook, closeHref, listHref, form }: WebhookDialogProps & { listHref: string }) {
  const words = useWebhookMessages()
  const { host } = new URL(webhook.url)
  return (
    <Dialog
      open
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={words.removeTitle(host)}
      description={words.removeText}
    >
      <Form
        endpoint="removeWebhook"
        hiddenValues={{ webhook: webhook.id }}
        outcome={form}
        className="dialog-form"
        onAnswer={() => {
          notify({ kind: 'success', title: words.removed(host) })
          navigate(listHref)
        }}
      >
        <DialogButtons closeHref={closeHref} autoFocus>
          <SubmitButton variant="danger">{words.remove}</SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

function WebhookFields({ webhook }: { webhook: WebhookView | null }) {
  const words = useWebhookMessages()
  const canSeePersonal = usePermission('customers.view_personal')
  const { getValue } = useForm()
  return (
    <>
      <TextField
        name="url"
        label={words.url}
        defaultValue={getValue('url') ?? webhook?.url ?? ''}
        placeholder="https://example.com/webhooks"
        maxLength={1000}
        autoComplete="off"
        autoFocus
      />
      <TextField
        name="description"
        label={words.description}
        defaultValue={getValue('description') ?? webhook?.description ?? ''}
        maxLength={100}
        autoComplete="off"
        optional
      />
      <TopicFields chosen={webhook?.topics ?? webhookTopics} />
      {(canSeePersonal || webhook?.includesPersonal) && (
        <CheckboxField
          name="includesPersonal"
          label={words.includesPersonal}
          hint={words.includesPersonalHint}
          defaultChecked={webhook?.includesPersonal ?? false}
        />
      )}
    </>
  )
}

function TopicFields({ chosen }: { chosen: readonly string[] }) {
  const words = useWebhookMessages()
  const { getError, countItems } = useForm()
  const error = getError('topics')
  const wasSent = countItems('topics') > 0
  return (
    <fieldset className="webhook-topics">
      <legend className="field__label">{words.events}</legend>
      {webhookTopics.map((topic) => (
        <CheckboxField
          key={topic}
          name="topics"
          value={topic}
          label={words.topics[topic]}
          defaultChecked={!wasSent && chosen.includes(topic)}
        />
      ))}
      {error && (
        <p className="field__error" role="alert">
          <Icon name="circle-alert" />
          {error}
        </p>
      )}
    </fieldset>
  )
}
