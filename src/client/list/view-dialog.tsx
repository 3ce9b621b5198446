import { usePageContext, usePermission } from '#client/app/page-context.tsx'
import { navigate } from '#client/navigation/router.ts'
import { Button } from '#client/ui/button.tsx'
import { CheckboxField } from '#client/ui/checkbox-field.tsx'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { SelectField, TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { isColumnList } from '#shared/list/column-lists.ts'
import type { ListView } from '#shared/list/view-inputs.ts'
import { isStartList, type ViewListName } from '#shared/list/view-lists.ts'
import { listViews as en } from '#shared/messages/en/list-views.ts'
import { listViews as zh } from '#shared/messages/zh/list-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'

const texts = { en, zh }

interface ViewDialogProps {
  list: ViewListName
  views: readonly ListView[]
  /** The id of the view to change, or `new`. */
  open: string
  /** The filter and the sort of the page, as the query of its URL. */
  query: string
  /** The page without the dialog. */
  closeHref: string
  form: FormOutcome | null
}

/** Saves the filter of the page as a view, or changes a view. */
export function ViewDialog({ views, open, closeHref, ...rest }: ViewDialogProps) {
  const words = texts[usePageContext().locale]
  const view = views.find(({ id }) => id === open)
  const close = (): void => navigate(closeHref)
  const isNew = open === 'new'
  return (
    <Dialog
      open
      onClose={close}
      closeHref={closeHref}
      title={isNew ? words.saveTitle : words.editTitle}
      description={isNew ? words.saveText : view?.owner && words.sharedBy(view.owner)}
      size="sm"
    >
      {isNew ? (
        <SaveForm views={views} closeHref={closeHref} {...rest} />
      ) : view ? (
        <>
          {view.canChange && <ChangeForm view={view} closeHref={closeHref} {...rest} />}
          {isStartList(rest.list) && <DefaultForm view={view} closeHref={closeHref} {...rest} />}
          <DialogButtons closeHref={closeHref}>
            {view.canChange && (
              <>
                <RemoveForm view={view} closeHref={closeHref} {...rest} />
                <Button type="submit" form={changeFormId} variant="primary">
                  {words.change}
                </Button>
              </>
            )}
          </DialogButtons>
        </>
      ) : (
        <p>{words.missing}</p>
      )}
    </Dialog>
  )
}

type FormProps = Pick<ViewDialogProps, 'list' | 'query' | 'closeHref' | 'form'>

function SaveForm({ list, views, query, closeHref, form }: FormProps & Pick<ViewDialogProps, 'views'>) {
  const words = texts[usePageContext().locale]
  const canShare = usePermission('views.share')
  const changeable = views.filter(({ canChange }) => canChange)
  return (
    <Form
      endpoint="saveView"
      hiddenValues={{ list, query }}
      outcome={form}
      action={closeHref}
      onAnswer={(answer) => navigate(answer.view.href)}
      className="dialog-form"
    >
      {changeable.length > 0 && (
        <SelectField
          name="replaces"
          label={words.as}
          required={false}
          options={[
            { value: '', label: words.asNew },
            ...changeable.map(({ id, name }) => ({ value: id, label: words.replace(name) })),
          ]}
        />
      )}
      <TextField name="viewName" label={words.name} maxLength={60} autoFocus />
      {isColumnList(list) && <CheckboxField name="layout" label={words.layout} defaultChecked />}
      {canShare && <CheckboxField name="shared" label={words.share} />}
      <DialogButtons closeHref={closeHref}>
        <SubmitButton variant="primary">{words.save}</SubmitButton>
      </DialogButtons>
    </Form>
  )
}

const changeFormId = 'change-view'

/** Its button is at the end of the dialog. */
function ChangeForm({ view, closeHref, form }: FormProps & { view: ListView }) {
  const words = texts[usePageContext().locale]
  const canShare = usePermission('views.share')
  const close = (): void => navigate(closeHref)
  return (
    <Form
      endpoint="changeView"
      hiddenValues={{ view: view.id }}
      outcome={form}
      action={closeHref}
      onAnswer={close}
      className="dialog-form"
      id={changeFormId}
    >
      <TextField name="viewName" label={words.name} defaultValue={view.name} maxLength={60} autoFocus />
      {canShare && <CheckboxField name="shared" label={words.share} defaultChecked={view.isShared} />}
    </Form>
  )
}

function RemoveForm({ view, closeHref, form }: FormProps & { view: ListView }) {
  const words = texts[usePageContext().locale]
  return (
    <Form
      endpoint="removeView"
      hiddenValues={{ view: view.id }}
      outcome={form}
      action={closeHref}
      onAnswer={() => navigate(closeHref)}
      className="start"
    >
      <SubmitButton>{words.remove}</SubmitButton>
    </Form>
  )
}

/** Makes the view the one with which the navigation opens the page, or not any more. */
function DefaultForm({ list, view, closeHref, form }: FormProps & { view: ListView }) {
  const words = texts[usePageContext().locale]
  return (
    <Form
      endpoint="chooseDefaultView"
      hiddenValues={{ list, view: view.isDefault ? '' : view.id }}
      outcome={form}
      action={closeHref}
      onAnswer={() => navigate(closeHref)}
    >
      <SubmitButton>{view.isDefault ? words.unmakeDefault : words.makeDefault}</SubmitButton>
    </Form>
  )
}
