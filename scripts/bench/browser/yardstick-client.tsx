import { YardstickPage } from './yardstick-page.tsx'
import type { OrderRecord } from '../yardstick.ts'
import { hydrateRoot } from 'react-dom/client'

const { orders, now } = JSON.parse(document.getElementById('state')?.textContent ?? '') as {
  orders: OrderRecord[]
  now: number
}
const root = document.getElementById('root')
if (root) hydrateRoot(root, <YardstickPage initialOrders={orders} now={now} />)
