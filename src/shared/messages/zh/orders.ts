import type { en } from '#shared/messages/en.ts'

export const orders: (typeof en)['orders'] = {}
