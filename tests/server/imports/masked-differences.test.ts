import type { JobItemList } from '#shared/jobs/views.ts'
import type { ImportResult } from '#shared/orders/import-views.ts'
import { buildExportCsv, type ExportedOrder } from '#tests/server/imports/build-export-csv.ts'
import { createJobClient, runJobs } from '#tests/server/jobs/job-client.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { expect, test } from 'bun:test'

const secret = /SECRET/
const known: ExportedOrder = {
  name: '#1',
  every: {
    'Email': 'SECRET@customer.example',
    'Phone': '+86 SECRET',
    'Billing Name': 'SECRET Name',
    'Shipping Name': 'SECRET Name',
    'Shipping Address1': 'SECRET Street',
    'Shipping Zip': 'SECRET',
    'Notes': 'SECRET note',
    'Payment Reference': 'SECRET-PAYMENT',
  },
}
const invented: ExportedOrder = {
  name: '#1',
  every: {
    'Email': 'other@customer.example',
    'Shipping City': 'Lyon',
    'Notes': 'Gift',
    'Payment Reference': 'OTHER',
  },
}
/** In this one only personal data differs. */
const renamed: ExportedOrder = {
  name: '#1',
  every: { ...known.every, 'Email': 'other@customer.example', 'Shipping Name': 'Other Name' },
}

forEachDatabase((_dialect, open) => {
  test('an import tells no personal data to those who may not see it, and to no one through its job', async () => {
    const kontor = await createTestKontor(await open())
    const owner = await kontor.createUser('owner')
    const send = async (user: TestUser, order: ExportedOrder, path: string): Promise<Response> => {
      const body = new FormData()
      body.append('file', new File([buildExportCsv([order])], 'orders.csv'))
      return user.fetch(`/api/imports/orders${path}`, { method: 'POST', body })
    }
    const readResult = async (...sent: Parameters<typeof send>): Promise<ImportResult> => {
      const response = await send(...sent)
      expect(response.status).toBe(200)
      return (await response.json()) as ImportResult
    }
    await readResult(owner, known, '')

    const importer = await kontor.createUser(
      await createRole(owner, ['orders.view', 'orders.import', 'orders.bulk', 'jobs.manage']),
    )
    for (const order of [invented, renamed])
      for (const query of ['?dryRun=1', '', '?dryRun=1&update=1']) {
        expect(JSON.stringify(await readResult(owner, order, query))).toMatch(secret)
        expect([query, JSON.stringify(await readResult(importer, order, query))]).toEqual([
          query,
          expect.not.stringMatching(secret),
        ])
      }
    const { changed } = await readResult(importer, invented, '?dryRun=1&update=1')
    expect(changed?.orders[0]?.changes).toContainEqual({ field: 'email', label: 'Email', kontor: '***', shop: '***' })
    expect(changed?.orders[0]?.changes).toContainEqual(expect.objectContaining({ kontor: 'Shanghai', shop: 'Lyon' }))

    // A job keeps why it left an order that cannot be updated, here because of its currency.
    const referenced = { ...known, every: { ...known.every, 'Payment Reference': 'OTHER' }, currency: 'EUR' }
    const stop = runJobs(kontor)
    try {
      const { id } = (await (await send(owner, referenced, '/jobs')).json()) as { id: string }
      await createJobClient(owner).waitFor(id)
      const list = (await (await importer.fetch(`/api/jobs/${id}/items`)).json()) as JobItemList
      expect(list.items[0]?.reason).toInclude('***')
      expect(list.items[0]?.reason).not.toMatch(secret)
    } finally {
      stop()
    }
    expect(await readResult(importer, { name: '#2' }, '')).toMatchObject({ created: 1 })
    // What it takes over is not masked.
    expect(await readResult(importer, renamed, '?update=1')).toMatchObject({ changed: { count: 1 } })
    expect(await (await owner.fetch('/api/orders/SO260302-00001')).json()).toMatchObject({
      email: 'other@customer.example',
      shippingAddress: { name: 'Other Name' },
    })
  })
})
