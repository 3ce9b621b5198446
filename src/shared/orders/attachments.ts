/** The types that are recognized by their content; everything else is only bytes to download. */
export const attachmentTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/pdf',
  'application/octet-stream',
] as const
export type AttachmentType = (typeof attachmentTypes)[number]

/** The field of an event that added or removed a file, whose value is the file's name. */
export const fileNameField = (attachmentId: string): string => `attachments.${attachmentId}.name`

const fileNamePattern = /^attachments\.[^.]+\.name$/
export const isFileNameField = (field: string): boolean => fileNamePattern.test(field)

/** The name of a proof of payment once the customer's personal data was erased: names of files often have that of the customer. */
export const erasedFileName = (type: AttachmentType): string =>
  type === 'application/octet-stream' ? 'evidence' : `evidence.${type.slice(type.indexOf('/') + 1)}`

/** Images are shown on the page. */
export const isImage = (type: AttachmentType): boolean => type.startsWith('image/')

/** What the browser may show, in a sandbox; all other files are only downloaded. */
export const isViewable = (type: AttachmentType): boolean => isImage(type) || type === 'application/pdf'

/** Bytes from the start of a file that are enough to recognize it. */
export const signatureLength = 12

/** The first bytes of each type; `null` matches any byte. */
const signatures: readonly (readonly [AttachmentType, readonly (number | null)[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [...'GIF87a'].map((character) => character.charCodeAt(0))],
  ['image/gif', [...'GIF89a'].map((character) => character.charCodeAt(0))],
  ['image/webp', [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
  ['application/pdf', [...'%PDF-'].map((character) => character.charCodeAt(0))],
]

/** The type of a file by its first bytes, whatever its name and its sender say. */
export const detectType = (start: Uint8Array): AttachmentType =>
  signatures.find(([, bytes]) => bytes.every((byte, index) => byte === null || start[index] === byte))?.[0] ??
  'application/octet-stream'

const maxNameLength = 120

/** The name of a file without folders, and without characters that cannot be seen or that turn the direction of a text. */
export function cleanFileName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? ''
  const visible = base.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').trim()
  return [...visible].slice(0, maxNameLength).join('') || 'file'
}
