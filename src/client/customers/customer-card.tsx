import { usePermission } from '#client/app/page-context.tsx'
import { formatAddress } from '#client/orders/format-address.ts'
import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { CustomerDialogs } from '#client/customers/customer-dialogs.tsx'
import { CustomerMenu } from '#client/customers/customer-menu.tsx'
import { CreditEntries } from '#client/customers/credit-entries.tsx'
import { SpentAmounts } from '#client/customers/spent-amounts.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Time } from '#client/ui/time.tsx'
import type { CustomerView, PageCustomers } from '#shared/customers/views.ts'
import { formatCount } from '#shared/count.ts'
import { closedHref, dialogHref } from '#shared/list/url.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import { ordersList } from '#shared/orders/list.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { ReactNode } from 'react'

interface CustomerCardProps {
  customer: CustomerView
  customers: PageCustomers
  countryNames: OrdersView['countryNames']
  query: OrdersPageQuery
  form: FormOutcome | null
}

/** The customer whose orders the list shows. */
export function CustomerCard({ customer, customers, countryNames, query, form }: CustomerCardProps) {
  const words = useOrderMessages().customers
  const canCreate = usePermission('orders.create')
  const { name, number, spent, storeCredit, orderCount, firstOrderAt, lastOrderAt, erasedAt } = customer
  const figures: [label: string, figure: ReactNode][] = [
    [words.orderCount, formatCount(orderCount)],
    [words.spent, <SpentAmounts key="spent" spent={spent} />],
    ...(storeCredit.length > 0
      ? ([[words.credit.title, <SpentAmounts key="credit" spent={storeCredit} />]] as [string, ReactNode][])
      : []),
    [words.firstOrder, firstOrderAt === null ? '–' : <Time key="first" at={firstOrderAt} />],
    [words.lastOrder, lastOrderAt === null ? '–' : <Time key="last" at={lastOrderAt} />],
  ]
  return (
    <div className="customer-card">
      <Card
        title={<span dir="auto">{name || number}</span>}
        end={
          <span className="row">
            {canCreate && erasedAt === null && (
              <ButtonLink
                size="sm"
                icon="plus"
                href={dialogHref(ordersList, { ...query, order: undefined }, { new: '1' })}
                data-scroll="keep"
              >
                {words.newOrder}
              </ButtonLink>
            )}
            <CustomerMenu customer={customer} query={{ ...query, order: undefined }} />
          </span>
        }
      >
        <Contact customer={customer} />
        <ProfileFacts customer={customer} countryNames={countryNames} />
        <dl className="customer-card__figures">
          {figures.map(([label, figure]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">{figure}</dd>
            </div>
          ))}
        </dl>
        <CreditEntries customer={customer} />
      </Card>
      {customers.ofOrder === null && (
        <CustomerDialogs
          customer={customer}
          customers={customers}
          query={query}
          closeHref={closedHref(ordersList, query)}
          form={form}
        />
      )}
    </div>
  )
}

/** Details that only the profile has. */
function ProfileFacts({ customer: { profile }, countryNames }: Pick<CustomerCardProps, 'customer' | 'countryNames'>) {
  const words = useOrderMessages().customers.profile
  if (!profile) return null
  const address = formatAddress({ ...profile, name: '', phone: '' }, countryNames)
  return (
    <>
      {address && <p className="sm customer-card__address">{address}</p>}
      {profile.note && <p className="sm customer-card__address">{profile.note}</p>}
      {profile.acceptsMarketing && (
        <p className="sm muted">{words.marketing(words.consents[profile.acceptsMarketing])}</p>
      )}
    </>
  )
}

function Contact({ customer: { email, phone, number, mergedNumbers, erasedAt } }: { customer: CustomerView }) {
  const words = useOrderMessages().customers
  const canViewPersonal = usePermission('customers.view_personal')
  return (
    <p className="sm muted customer-card__contact">
      {erasedAt !== null && (
        <span>
          {words.erased} <Time at={erasedAt} />
        </span>
      )}
      {email && (canViewPersonal ? <a href={`mailto:${email}`}>{email}</a> : <span>{email}</span>)}
      {phone && <span className="num">{phone}</span>}
      <span className="num">{number}</span>
      {mergedNumbers.length > 0 && <span className="num">{words.merged(mergedNumbers.join(', '))}</span>}
    </p>
  )
}
