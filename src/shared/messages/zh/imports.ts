import type { en } from '#shared/messages/en.ts'

export const imports: (typeof en)['imports'] = {}
