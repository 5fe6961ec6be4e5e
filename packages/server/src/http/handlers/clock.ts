import { businessTime, decideClock, RUNNING_CLOCK } from '../../domain/sandbox/business-clock.js'
import type { MovableClock } from '../../domain/sandbox/movable-clock.js'
import { DomainError } from '../../domain/shared/errors.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import type { OperatorHandlers } from '../handler.js'

const SECOND_MS = 1_000

/** Moves business time: the clock follows once the move is committed. Without such a clock the operation does not exist. */
export function clockHandlers(clock: MovableClock | undefined): Pick<OperatorHandlers, 'moveClock'> {
  return {
    moveClock: {
      access: 'write',
      async run(tx, { body }) {
        if (!clock) throw new DomainError('not_found')
        // The stored state counts, since this may run again after a conflict.
        const state = (await tx.sandboxClock.find()) ?? RUNNING_CLOCK
        const change = {
          advanceMs: (body.advance_seconds ?? 0) * SECOND_MS,
          isFrozen: body.frozen ?? undefined,
        }
        const unmoved = clock.unmoved()
        const next = decideClock(state, change, unmoved)
        await tx.sandboxClock.save(next)
        const now = isoTime(businessTime(next, unmoved))
        return {
          status: 200,
          body: { now, real: isoTime(clock.real()), frozen: next.frozenAt !== null },
        }
      },
    },
  }
}
