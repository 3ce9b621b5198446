import { statementLimitBytes } from '#shared/finance/statements.ts'
import {
  importStatementInput,
  importStatementQuery,
  statementLinesQuery,
  statementParams,
} from '#shared/finance/statement-inputs.ts'
import { statementImport, statementLines, statementList } from '#shared/finance/statement-views.ts'
import { statementLinesList, statementsList } from '#shared/finance/statement-lists.ts'
import { endpoint } from '#shared/routes/endpoint.ts'
import * as z from 'zod/mini'

/** The statements of banks and payment providers. */
export const statementEndpoints = {
  listStatements: endpoint({
    method: 'GET',
    path: '/api/finance/statements',
    access: statementsList.permission,
    output: statementList,
  }),
  importStatement: endpoint({
    method: 'POST',
    path: '/api/finance/statements',
    access: 'finance.reconcile',
    query: importStatementQuery,
    body: importStatementInput,
    output: statementImport,
    problems: ['not-a-statement', 'statement-import-running'],
    timeLimit: 'long',
    uploadLimitBytes: statementLimitBytes,
    afterForm: 'show-answer',
  }),
  listStatementLines: endpoint({
    method: 'GET',
    path: '/api/finance/statements/:statement/lines',
    access: statementLinesList.permission,
    params: statementParams,
    query: statementLinesQuery,
    output: statementLines,
    problems: ['not-found'],
  }),
  getStatementFile: endpoint({
    method: 'GET',
    path: '/api/finance/statements/:statement/file',
    access: 'finance.reconcile',
    params: statementParams,
    answerType: 'application/octet-stream',
    output: z.string(),
    problems: ['not-found'],
    timeLimit: 'long',
  }),
  removeStatement: endpoint({
    method: 'POST',
    path: '/api/finance/statements/:statement/removal',
    access: 'finance.reconcile',
    params: statementParams,
    output: statementList,
    problems: ['not-found', 'statement-not-last', 'statement-matched'],
  }),
}
