import { formatCount } from '#shared/count.ts'

/** Texts of every dialog that imports a file. */
export const fileImport = {
  steps: { label: 'Steps', file: 'File', check: 'Check', import: 'Import' },
  dropFile: 'Drop a file here',
  or: 'or',
  chooseFile: 'choose a file',
  remove: (file: string) => `Remove ${file}`,
  check: 'Check file',
  import: 'Import',
  anotherFile: 'Import another file',
  created: 'Created',
  wouldCreate: 'New',
  updated: 'Updated',
  unchanged: 'Unchanged',
  refused: 'Rejected',
  line: 'Line',
  reason: 'Reason',
  showAll: (value: number) => `Show all ${formatCount(value)}`,
  guessedEncoding:
    'The encoding of the file was guessed (Windows-1252). Check that names with accents are readable; if not, save the file as UTF-8 and import that.',
  historyTitle: 'Earlier imports',
}
