import { isUnreachable } from '#server/db/unreachable.ts'
import { expect, test } from 'bun:test'

test('distinguishes a full, unreachable or slow database from an invalid query', () => {
  const unreachableErrors = [
    { code: 'SQLITE_FULL' },
    { code: 'SQLITE_IOERR_WRITE' },
    { code: 'ERR_POSTGRES_CONNECTION_CLOSED' },
    ...['53100', '53200', '53300', '57014', '57P01', '57P02', '57P03', '25006'].map((errno) => ({ errno })),
    // A standby of PostgreSQL 15, for `begin isolation level serializable` and for a first statement with that default.
    ...['call_enum_check_hook', 'GetSerializableTransactionSnapshot'].map((routine) => ({ errno: '0A000', routine })),
    { errno: '0A000', routine: 'RevalidateCachedQuery' },
  ]
  for (const error of unreachableErrors) expect([error, isUnreachable(error)]).toEqual([error, true])
  for (const error of [
    { code: 'SQLITE_ERROR' },
    { errno: '42601' },
    { errno: '23505' },
    { errno: '0A000', routine: 'transformLockingClause' },
    new Error('x'),
    null,
    'x',
  ])
    expect([error, isUnreachable(error)]).toEqual([error, false])
})
