import { attachmentTypes } from '#shared/orders/attachments.ts'
import { noteActions } from '#shared/orders/notes.ts'
import * as z from 'zod/mini'

/** What a member of staff wrote on an order. */
export const orderNote = z.object({
  id: z.string(),
  text: z.string(),
  author: z.string(),
  createdAt: z.int(),
  editedAt: z.nullable(z.int()),
  /** Set for a note that was struck through. */
  struckBy: z.nullable(z.string()),
  struckAt: z.nullable(z.int()),
  /** Actions available to the user now. */
  actions: z.array(z.enum(noteActions)),
})
export type OrderNote = z.infer<typeof orderNote>

/** A file of an order. */
export const attachment = z.object({
  id: z.string(),
  name: z.string(),
  contentType: z.enum(attachmentTypes),
  sizeBytes: z.int(),
  /** The number of the payment that it proves; null for other files. */
  paymentNumber: z.nullable(z.string()),
  /** The name of the user who added it. */
  author: z.string(),
  createdAt: z.int(),
})
export type AttachmentView = z.infer<typeof attachment>
