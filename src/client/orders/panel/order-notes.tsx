import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { NoteForms } from '#client/orders/panel/note-forms.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import { Time } from '#client/ui/time.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { OrderNote } from '#shared/orders/annotation-views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { Parts } from '#client/ui/parts.tsx'

interface OrderNotesProps {
  order: Pick<OrderView, 'number' | 'notes'>
  form: FormOutcome | null
}

/** Number of notes shown at first, the newest first; older ones and those struck through are collapsed. */
const shownCount = 3

/** What staff wrote about the order. */
export function OrderNotes({ order: { number, notes }, form }: OrderNotesProps) {
  const words = useOrderMessages().orders.notes
  if (notes.length === 0) return null
  const shown = notes.filter(({ struckAt }) => struckAt === null).slice(0, shownCount)
  const folded = notes.filter((note) => !shown.includes(note))
  const list = (some: readonly OrderNote[]) => (
    <ul className="notes">
      {some.map((note) => (
        <Note key={note.id} note={note} number={number} form={form} />
      ))}
    </ul>
  )
  return (
    <PanelSection title={words.title}>
      {shown.length > 0 && list(shown)}
      {folded.length > 0 && (
        <details className="notes-more">
          <summary>{words.more(folded.length, shown.length > 0)}</summary>
          {list(folded)}
        </details>
      )}
    </PanelSection>
  )
}

function Note({ note, number, form }: { note: OrderNote; number: string; form: FormOutcome | null }) {
  const words = useOrderMessages().orders.notes
  const { text, author, createdAt, editedAt, struckBy, struckAt } = note
  return (
    <li className="note">
      <NoteText text={text} isStruck={struckAt !== null} />
      <div className="note__by">
        <Parts>
          {`${author} · `}
          <Time at={createdAt} />
          {editedAt !== null && ` · ${words.edited}`}
          {struckAt !== null && struckBy !== null && (
            <>
              {' · '}
              {words.struckBy(struckBy)} <Time at={struckAt} />
            </>
          )}
        </Parts>
        {/* Closed again once the note is saved. */}
        <NoteForms key={editedAt} note={note} number={number} form={form} />
      </div>
    </li>
  )
}

/** Maximum length of the preview of a long note. */
const preview = { characters: 400, lines: 6 }

function NoteText({ text, isStruck }: { text: string; isStruck: boolean }) {
  const words = useOrderMessages().orders.notes
  const start = text.split('\n').slice(0, preview.lines).join('\n').slice(0, preview.characters)
  const full = isStruck ? <s className="note__text">{text}</s> : <div className="note__text">{text}</div>
  if (start.length === text.length) return full
  return (
    <details className="note__long">
      <summary>
        <span className="note__text">{start}…</span> <span className="link">{words.showAll}</span>
      </summary>
      {full}
    </details>
  )
}
