import { optionalInput } from '#shared/inputs.ts'
import * as z from 'zod/mini'

export const workbenchTabs = ['components', 'self-check'] as const
export const workbenchQuery = z.object({ tab: optionalInput(z.enum(workbenchTabs)) })
