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
  historyTitle: 'Earlier imports',
}
