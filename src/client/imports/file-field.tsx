import { useFileImportMessages } from '#client/imports/use-file-import-messages.ts'
import { formatFileSize } from '#client/ui/file-size.ts'
import { useForm } from '#client/ui/form-state.ts'
import { Icon } from '#client/ui/icon.tsx'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'

/** The `accept` attribute for tables. */
export const tableFiles = '.csv,.txt,.xlsx,.xlsm,text/csv,text/plain'

interface FileFieldProps {
  /** The chosen file. */
  file: File | null
  onChoose: (file: File | null) => void
  /** The `accept` attribute. */
  accept: string
  /** One sentence: which files, in which formats, and how large. */
  limits: string
  /** The name of the field in the form around it; without one, the caller sends the file. */
  name?: string
  /** The file cannot be removed or replaced, because it is being imported or was. While the form around it is sent, it cannot either. */
  isFixed?: boolean
  /** The caller shows what is wrong with the file, which is more than one sentence. */
  hidesError?: boolean
}

/** The file of an import: an area to drop it or to choose it, and then the file, which can be removed. Without script, the browser's own control. */
export function FileField({
  file,
  onChoose,
  accept,
  limits,
  name,
  isFixed: isKept = false,
  hidesError = false,
}: FileFieldProps) {
  const words = useFileImportMessages()
  const { getError, busy } = useForm()
  // The answer is about the file that was sent, whose values have been read by now.
  const isFixed = isKept || busy
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const error = name === undefined ? undefined : getError(name)
  const onFirst = useRef(onChoose)
  useEffect(() => {
    // It may have been chosen before the script ran.
    const chosen = input.current?.files?.[0]
    if (chosen) onFirst.current(chosen)
  }, [])
  const { isOver, ...dropTarget } = useDropTarget(isFixed, (files, first) => {
    if (!input.current) return
    if (name !== undefined) input.current.files = files
    onChoose(first)
  })
  const remove = () => {
    if (input.current) input.current.value = ''
    onChoose(null)
    input.current?.focus()
  }
  const control = (
    <input
      key="input"
      ref={input}
      id={id}
      type="file"
      name={name}
      accept={accept}
      className="file-field__input"
      disabled={isFixed}
      data-autofocus={file ? undefined : true}
      aria-required={name === undefined ? undefined : true}
      aria-invalid={error ? true : undefined}
      aria-describedby={error && !hidesError ? `${id}-error` : file ? undefined : `${id}-limits`}
      onChange={({ target }) => {
        const chosen = target.files?.[0]
        if (chosen) onChoose(chosen)
        // The caller keeps the file, and the same one can be chosen again.
        if (name === undefined) target.value = ''
      }}
    />
  )
  return (
    <div className="field">
      <div className={file ? 'file' : 'drop'} data-over={isOver || undefined} {...dropTarget}>
        {file ? (
          <>
            <ChosenFile file={file} inputId={id} />
            {control}
            {!isFixed && (
              <button type="button" className="x" aria-label={words.remove(file.name)} onClick={remove}>
                <Icon name="x" />
              </button>
            )}
          </>
        ) : (
          <>
            <DropPrompt inputId={id} />
            {control}
            <p className="xs dimmed" id={`${id}-limits`}>
              {limits}
            </p>
          </>
        )}
      </div>
      {error && !hidesError && (
        <p className="field__error" id={`${id}-error`} role="alert">
          <Icon name="circle-alert" />
          {error}
        </p>
      )}
    </div>
  )
}

function ChosenFile({ file, inputId }: { file: File; inputId: string }) {
  const words = useFileImportMessages()
  return (
    <>
      <Icon name="file-spreadsheet" />
      <div className="grow">
        <p className="strong truncate">{file.name}</p>
        <p className="xs dimmed num">{formatFileSize(file.size)}</p>
      </div>
      <label htmlFor={inputId} className="sr-only">
        {words.chooseFile}
      </label>
    </>
  )
}

function DropPrompt({ inputId }: { inputId: string }) {
  const words = useFileImportMessages()
  return (
    <>
      <Icon name="upload" />
      <p>
        <span className="needs-script">
          <span className="strong">{words.dropFile}</span> {words.or}{' '}
        </span>
        <label htmlFor={inputId} className="link drop__choose">
          {words.chooseFile}
        </label>
      </p>
    </>
  )
}

/** The handlers of an area for files, and whether something is dragged over it. */
function useDropTarget(isDisabled: boolean, onFiles: (files: FileList, first: File) => void) {
  const [isOver, setOver] = useState(false)
  const onDrag = (event: DragEvent, over: boolean): void => {
    event.preventDefault()
    setOver(over && !isDisabled)
  }
  return {
    isOver,
    onDragOver: (event: DragEvent) => onDrag(event, true),
    onDragLeave: (event: DragEvent) => onDrag(event, event.currentTarget.contains(event.relatedTarget as Node | null)),
    onDrop: (event: DragEvent) => {
      onDrag(event, false)
      const { files } = event.dataTransfer
      if (!isDisabled && files[0]) onFiles(files, files[0])
    },
  }
}
