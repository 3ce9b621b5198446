import { usePageContext, usePermission } from '#client/app/page-context.tsx'
import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { Field } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { listCarrierNames } from '#shared/orders/carriers.ts'
import type { CarrierView } from '#shared/orders/document-views.ts'
import { useId } from 'react'

interface CarrierFieldProps {
  /** The carriers that users added. */
  carriers: readonly CarrierView[]
  /** Where they are managed. */
  carriersHref: string
  /** The choice of the customer, offered first. */
  suggested?: string
  defaultValue?: string
}

/** The carrier of a parcel: a known one, or any other name. */
export function CarrierField({ carriers, carriersHref, suggested = '', defaultValue }: CarrierFieldProps) {
  const { orders, shipping } = useOrderMessages()
  const { locale } = usePageContext()
  const { getValue } = useForm()
  const canManage = usePermission('carriers.manage')
  const listId = useId()
  const names = [suggested, ...carriers.map(({ name }) => name), ...listCarrierNames(locale)]
  return (
    <Field
      name="carrier"
      label={orders.ship.carrier}
      link={
        canManage && (
          <a className="link" href={carriersHref} data-scroll="keep">
            {shipping.carriers.link}
          </a>
        )
      }
    >
      {(control) => (
        <>
          <input
            {...control}
            className="input"
            list={listId}
            maxLength={60}
            autoComplete="off"
            defaultValue={getValue('carrier') ?? defaultValue}
          />
          <datalist id={listId}>
            {[...new Set(names)].filter(Boolean).map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
