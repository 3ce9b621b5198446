import { formatCount } from '#shared/count.ts'
import type { fileImport as English } from '#shared/messages/en/file-import.ts'

/** 各类文件导入对话框共用的文字。 */
export const fileImport: typeof English = {
  steps: { label: '步骤', file: '文件', check: '检查', import: '导入' },
  dropFile: '把文件拖到这里',
  or: '或',
  chooseFile: '选择文件',
  remove: (file) => `移除 ${file}`,
  check: '检查文件',
  import: '导入',
  anotherFile: '导入其他文件',
  created: '新建',
  wouldCreate: '新增',
  updated: '更新',
  unchanged: '无变化',
  refused: '失败',
  line: '行',
  reason: '失败原因',
  showAll: (value) => `显示全部 ${formatCount(value)} 条`,
  guessedEncoding:
    '文件编码为推测（Windows-1252）。请核对带重音符号的名称是否正常；若有乱码，请另存为 UTF-8 后再导入。',
  historyTitle: '导入记录',
}
