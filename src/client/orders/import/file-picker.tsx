import { useImportMessages } from '#client/orders/import/use-import-messages.ts'
import { formatFileSize } from '#client/ui/file-size.ts'
import { acceptedFiles, megabytes } from '#client/orders/import/import-form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { useState, type DragEvent } from 'react'

/** A drop zone with a file input. */
export function FilePicker({ onChoose }: { onChoose: (file: File) => void }) {
  const words = useImportMessages()
  const [over, setOver] = useState(false)
  const choose = (files: FileList | null) => {
    const file = files?.[0]
    if (file) onChoose(file)
  }
  const onDrag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault()
    setOver(isOver)
  }
  return (
    <>
      <div
        className="drop"
        data-over={over || undefined}
        onDragOver={(event) => onDrag(event, true)}
        onDragLeave={(event) => onDrag(event, event.currentTarget.contains(event.relatedTarget as Node | null))}
        onDrop={(event) => {
          onDrag(event, false)
          choose(event.dataTransfer.files)
        }}
      >
        <Icon name="upload" />
        <p>
          <span className="strong">{words.dropFile}</span> {words.or}{' '}
          <label className="link drop__choose">
            {words.chooseFile}
            <input
              type="file"
              accept={acceptedFiles}
              className="sr-only"
              data-autofocus
              onChange={({ target }) => choose(target.files)}
            />
          </label>
        </p>
        <p className="xs dimmed">{words.limits(megabytes)}</p>
      </div>
      <p className="why">
        <Icon name="info" />
        <span>{words.deduplicationHint}</span>
      </p>
    </>
  )
}

/** The chosen file. `onRemove` is null while the file is being imported. */
export function ChosenFile({ file, onRemove }: { file: File; onRemove: (() => void) | null }) {
  const words = useImportMessages()
  return (
    <div className="file">
      <Icon name="file-spreadsheet" />
      <div className="grow">
        <p className="strong truncate">{file.name}</p>
        <p className="xs dimmed num">{formatFileSize(file.size)}</p>
      </div>
      {onRemove && (
        <button type="button" className="x" aria-label={words.remove(file.name)} onClick={onRemove}>
          <Icon name="x" />
        </button>
      )}
    </div>
  )
}
