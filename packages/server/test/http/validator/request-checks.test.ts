import { ServerResponse } from 'node:http'
import type { Response } from 'express'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { DomainError } from '../../../src/domain/shared/errors.js'
import { loadContract } from '../../../src/http/validator/contracts.js'
import { type LibraryStep, openLibrary } from '../../../src/http/validator/library.js'
import { OperationTable } from '../../../src/http/validator/operations.js'
import type { RequestChecks } from '../../../src/http/validator/request-checks.js'
import { toValidationError } from '../../../src/http/validator/validation-errors.js'
import {
  createPartsValidator,
  createValidator,
  type Validate,
} from '../../../src/http/validator/validator.js'
import { asRequest, atEdges, requestsTo, type SentRequest } from '../../support/server/contract-requests.js'

const REQUESTS = 120

describe.each(['merchantpay', 'operator'] as const)('the compiled checks of the contract %s', (name) => {
  const { contract, checks } = loadContract(name)
  const operations = new OperationTable(contract).list()
  const compiled = createValidator(createPartsValidator(contract, operations, checks))
  let find: LibraryStep
  const library: Validate = async (route, request, response) => {
    const findings = await find(route, request, response)
    if (findings.length > 0) throw toValidationError(contract, route.operation, request, findings)
  }
  beforeAll(async () => {
    find = await openLibrary(contract, operations, 'requests')
  })

  it.each(operations)('decide as the library does: $id', async (operation) => {
    const decisions = { accepted: 0, refused: 0 }
    const agree = async (sent: SentRequest) => {
      const ours = await decisionOf(compiled, sent)
      if (!isOfNoKind(sent, checks[operation.id])) expect(ours).toEqual(await decisionOf(library, sent))
      // The library fails on a body of null, and names no place in other bodies of no kind.
      else if (sent.body === null) expect(ours).toHaveProperty('refused')
      else expect(ours).toMatchObject({ refused: (await decisionOf(library, sent)).refused })
      decisions['refused' in ours ? 'refused' : 'accepted'] += 1
    }
    const requests = requestsTo(contract, operation)
    await fc.assert(fc.asyncProperty(requests, agree), { numRuns: REQUESTS, seed: 1 })
    const kinds = new Set<unknown>()
    for (const sent of fc.sample(requests, { numRuns: REQUESTS, seed: 1 })) {
      const kind = kindOf(sent)
      if (kinds.has(kind) || 'refused' in (await decisionOf(compiled, sent))) continue
      kinds.add(kind)
      for (const edge of atEdges(contract, sent)) await agree(edge)
    }
    expect(decisions.accepted).toBeGreaterThan(REQUESTS / 20)
    expect(decisions.refused).toBeGreaterThan(0)
  })
})

const kindOf = ({ operation, body }: SentRequest): unknown =>
  Object(body)[operation.body?.discriminator?.propertyName ?? '']

/** Whether the contract has kinds of the body, and this body is of none. */
function isOfNoKind(sent: SentRequest, checks: RequestChecks | undefined): boolean {
  const kind = kindOf(sent)
  const isKind = typeof kind === 'string' && Object.hasOwn(checks?.kinds ?? {}, kind)
  return checks?.kinds !== undefined && !isKind
}

type Decision = Readonly<Record<string, unknown>>

/** Returns the refusal of a request, or the values that its handler gets. */
async function decisionOf(validate: Validate, sent: SentRequest): Promise<Decision> {
  const request = asRequest(sent)
  const route = { operation: sent.operation, params: sent.params }
  try {
    await validate(route, request, new ServerResponse(request) as Response)
    const { query, params, headers, body } = request
    return { query, params, headers, body }
  } catch (error) {
    if (error instanceof DomainError) return { refused: error.code, ...error.details }
    throw error
  }
}
