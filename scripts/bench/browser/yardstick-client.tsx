import { YardstickPage } from './yardstick-page.tsx'
import type { OrderRecord } from '../yardstick.ts'
import { hydrateRoot } from 'react-dom/client'

const orders = JSON.parse(document.getElementById('orders')?.textContent ?? '[]') as OrderRecord[]
const root = document.getElementById('root')
if (root) hydrateRoot(root, <YardstickPage initialOrders={orders} />)
