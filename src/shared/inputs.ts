import { isRoundedNumber } from '#shared/rounded-number.ts'
import * as z from 'zod/mini'

/** Schemas shared by several inputs. The message of a check is a key of `messages.fields`. */

/** A calendar day `YYYY-MM-DD` that exists. */
export const day = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\d$/, 'day'),
  z.refine((text) => {
    const time = Date.parse(`${text}T00:00:00Z`)
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  }, 'day'),
)

/**
 * A calendar day and a clock time in the book's time zone: `YYYY-MM-DDTHH:mm`, as a field of the type `datetime-local` sends it, or with a space, as
 * people write it.
 */
export const localTime = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\d[T ]([01]\d|2[0-3]):[0-5]\d$/, 'local-time'),
  z.refine((text) => day.safeParse(text.slice(0, 10)).success, 'local-time'),
)

/** Makes a schema optional and treats an empty string, which an empty form field sends, as missing. */
export const optionalInput = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.optional(
    z.pipe(
      // oxlint-disable-next-line no-explicit-any -- the raw input has no type yet
      z.transform((value: any): any => (value === '' || value === null ? undefined : value)),
      z.optional(schema),
    ),
  )

/** The number that nearly equals a long fraction may be whole: then only what follows the point counts. */
const parseDigits = (text: string): number => Number(/\.0*[1-9]/.test(text) ? text.replace(/\d+(?=\.)/, '0') : text)

/** A whole number, in a form or a URL as digits; never rounded, or converted from anything else. */
export const wholeNumber = (minimum: number, maximum: number = Number.MAX_SAFE_INTEGER) =>
  z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'string' && /^\s*-?\d{1,16}(\.\d{1,16})?\s*$/.test(value) ? parseDigits(value) : value,
    ),
    z.number().check(z.int('number'), z.minimum(minimum, 'too-small'), z.maximum(maximum, 'too-big')),
  )

/** A file of a form; one without a chosen file sends an empty file without a name, which is treated as missing. */
export const optionalFile = z.optional(
  z.pipe(
    // oxlint-disable-next-line no-explicit-any -- the raw input has no type yet
    z.transform((value: any): any =>
      value === '' || (value instanceof Blob && !('name' in value && value.name)) ? undefined : value,
    ),
    z.optional(z.file()),
  ),
)

/** Yes or no; no by default. A checkbox sends `1`. */
export const flag = z._default(
  z.pipe(
    z.transform((value) =>
      value === '1' || value === 'true' ? true : value === '0' || value === 'false' ? false : value,
    ),
    z.boolean(),
  ),
  false,
)

/** Yes or no, as a parameter of a URL. */
export const switchParameter = optionalInput(z.enum(['1', '0', 'true', 'false']))

/** A dry run checks everything and changes nothing. */
export const dryRunQuery = z.object({ dryRun: switchParameter })

/** Zero or more values; always parses to a list, also from a single value or none. */
export const valueList = <Schema extends z.ZodMiniType>(schema: Schema) => z._default(requiredList(schema), () => [])

/** The same for a field that has to be sent: what refuses none says what to choose. A form without a chosen value sends nothing. */
export const requiredList = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    // oxlint-disable-next-line no-explicit-any -- the raw input has no type yet
    z.transform((value: any): any[] =>
      value === '' || value === undefined ? [] : Array.isArray(value) ? value : [value],
    ),
    z.array(schema).check(z.maxLength(200, 'too-many-items')),
  )

/** Text without control characters and without those that turn the direction of the text around it. */
export const plainLine = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u
/** The same for text in lines: line breaks and tabs are allowed. One class of characters, because a choice between two takes 300 ms for a megabyte. */
// oxlint-disable-next-line no-control-regex -- These are the characters to refuse.
export const plainText = /^[^\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]*$/u
/** At least one character that can be seen: the letters and the sign that are left out are blank. */
const visible = /(?![\u115f\u1160\u2800\u3164\uffa0])[\p{L}\p{N}\p{P}\p{S}]/u

/** The trimmed text; empty if nothing of it can be seen, such as a space without width. */
export const toVisibleText = (text: string): string => (visible.test(text) ? text.trim() : '')
export const visibleText = () => z.overwrite(toVisibleText)

/** Trimmed text of at most `maximum` characters without control characters; may be empty or missing. */
export const optionalLine = (maximum: number) =>
  optionalInput(
    z.string().check(visibleText(), z.maxLength(maximum, 'too-long'), z.regex(plainLine, 'control-characters')),
  )

/** Trimmed text of at most `maximum` characters in lines, without other control characters; may be empty or missing. */
export const optionalText = (maximum: number) =>
  optionalInput(
    z.string().check(
      z.overwrite((text) => text.replaceAll('\r\n', '\n')),
      visibleText(),
      z.maxLength(maximum, 'too-long'),
      z.regex(plainText, 'control-characters'),
    ),
  )

/** Trimmed text of 1 to `maximum` characters, without control characters and not invisible. */
export const singleLine = (maximum: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.regex(visible, 'required'),
      z.maxLength(maximum, 'too-long'),
      z.regex(plainLine, 'control-characters'),
    )

const notRounded = z.refine<string>((text) => !isRoundedNumber(text), 'rounded-number')

/** What another system calls something, such as an order, a payment or a parcel: a `singleLine` that no spreadsheet program has rounded. */
export const identifier = (maximum: number) => singleLine(maximum).check(notRounded)

/** An `identifier` that may be empty or missing. */
export const optionalIdentifier = (maximum: number) =>
  optionalInput(
    z
      .string()
      .check(visibleText(), z.maxLength(maximum, 'too-long'), z.regex(plainLine, 'control-characters'), notRounded),
  )

/** Trimmed text of 1 to `maximum` characters in one or several lines, which end with a line feed. */
export const multiLine = (maximum: number) =>
  z.string().check(
    z.overwrite((text) => text.replaceAll(/\r\n?/g, '\n').trim()),
    z.regex(visible, 'required'),
    z.maxLength(maximum, 'too-long'),
    z.regex(plainText, 'control-characters-in-text'),
  )

/** `/api/_icon/lucide.json?icons=truck,house`. */
export const iconParams = z.object({ collection: z.string() })
export const iconsQuery = z.object({ icons: z.optional(z.string().check(z.maxLength(2000, 'too-long'))) })

/**
 * A list of 1 to `maximum` objects. Items at its end whose fields are all empty do not count, so that a form without script can offer
 * empty rows; of a list with nothing else the first one does, so that its fields say what is missing.
 */
export const itemList = <Item extends z.ZodMiniObject>(item: Item, maximum: number, emptyReason = 'empty-list') =>
  z.pipe(
    z.transform((value) => (value === undefined ? [] : Array.isArray(value) ? dropEmptyItems(value) : value)),
    z.array(item).check(z.minLength(1, emptyReason), z.maxLength(maximum, 'too-many-items')),
  )

const dropEmptyItems = (items: unknown[]): unknown[] =>
  items.slice(0, Math.max(1, items.findLastIndex((item) => !isEmpty(item)) + 1))

const isEmpty = (item: unknown): boolean =>
  item === '' ||
  (typeof item === 'object' && item !== null && Object.values(item).length > 0 && Object.values(item).every(isEmpty))

/** An email address; may be empty or missing. */
export const emailAddress = z.optional(
  z.pipe(
    optionalLine(200),
    z.optional(z.string().check(z.refine((text) => text === '' || /^[^\s@]+@[^\s@]+$/.test(text), 'email'))),
  ),
)
