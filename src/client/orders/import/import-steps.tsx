import { useImportMessages } from '#client/orders/import/use-import-messages.ts'
import { Icon } from '#client/ui/icon.tsx'

const steps = ['file', 'check', 'import'] as const
export type ImportStep = (typeof steps)[number]

/** The steps of the import; a skipped check is not marked as done. */
export function ImportSteps({ current, checked, done }: { current: ImportStep; checked: boolean; done: boolean }) {
  const words = useImportMessages().steps
  const isDone = (step: ImportStep): boolean =>
    step === current ? done : step === 'file' ? current !== 'file' : step === 'check' && current === 'import' && checked
  return (
    <ol className="steps" aria-label={words.label}>
      {steps.map((step) => (
        <li key={step} aria-current={step === current ? 'step' : undefined} data-done={isDone(step) || undefined}>
          <Icon name={isDone(step) ? 'circle-check' : step === current ? 'circle-dot' : 'circle'} />
          {words[step]}
        </li>
      ))}
    </ol>
  )
}
