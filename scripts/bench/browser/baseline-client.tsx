import { BaselinePage } from './baseline-page.tsx'
import type { OrderRecord } from '../baseline.ts'
import { hydrateRoot } from 'react-dom/client'

const { orders, now } = JSON.parse(document.getElementById('state')?.textContent ?? '') as {
  orders: OrderRecord[]
  now: number
}
const root = document.getElementById('root')
if (root) hydrateRoot(root, <BaselinePage initialOrders={orders} now={now} />)
