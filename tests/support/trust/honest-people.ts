import { type Account, count, makeAccount } from './accounts.ts';
import { heardByCalls, type Made } from './bots.ts';
import { type Language, languages } from './languages.ts';
import { listenAndReview } from './listen-and-review.ts';
import type { Doings } from './schedule.ts';
import { hostOf, mark } from './seats.ts';
import { honestText, pick, publish, type Random, seeded } from './trust-texts.ts';
import type { Seat, TrustWorld } from './trust-world.ts';
import { pasted, typed } from './typing.ts';

/** An honest person: a home of their own, shared with somebody or at a campus, one language, a few sittings. */
interface HonestPerson {
  readonly email: string;
  readonly seat: (random: Random) => Seat;
  readonly language: Language;
  /** The number of the household of two, where the person lives in one. */
  readonly household: number | undefined;
  readonly payee: number;
  /** Writes a review in four in a program of their own, and pastes it. */
  readonly writesElsewhere: boolean;
  /** Days of 30 on which they listen. */
  readonly daysOf30: number;
}

const providers = ['gmail.com', 'outlook.com', 'yahoo.com', 'gmx.de', 'mail.ru', 'wp.pl', 'orange.fr'];

/** The number-th of the honest people: one in ten lives in a household of two with one browser, one in eight at a campus. */
function honestPerson(number: number): HonestPerson {
  const random = seeded(700_000 + number);
  const inHousehold = number % 20 < 2;
  const household = inHousehold ? Math.floor(number / 20) : undefined;
  const isAtCampus = !inHousehold && number % 8 === 5;
  const home = household === undefined ? number : 100_000 + household;
  const network = isAtCampus
    ? `130.${Math.floor(number / 160)}.9`
    : `${140 + (home >> 16)}.${(home >> 8) & 255}.${home & 255}`;
  const deviceMark = mark(household === undefined ? `honest${number}` : `household${household}`);
  return {
    email: `person${number}@${pick(random, providers)}`,
    seat: (sitting) => ({ address: `${network}.${hostOf(sitting)}`, deviceMark }),
    language: languages[number % languages.length] ?? pick(random, languages),
    household,
    payee: number,
    writesElsewhere: number % 12 === 7,
    daysOf30: number % 10 < 2 ? 20 : 4 + Math.floor(random() * 5),
  };
}

const daySeconds = 24 * 3600;

export async function makeHonest(world: TrustWorld, people: number): Promise<Made[]> {
  const made: Made[] = [];
  for (let number = 0; number < people; number += 1) {
    const person = honestPerson(number);
    const account = await makeAccount(world, {
      strategy: undefined,
      language: person.language.name,
      household: person.household,
      email: person.email,
      payee: `honest ${person.payee}`,
      seat: person.seat,
    });
    made.push({ account, doings: honestDoings(world, account, person, seeded(900_000 + number)) });
  }
  return made;
}

/** Some days of the month, at an hour of the evening, one to five reviews, written by hand. */
async function* honestDoings(
  world: TrustWorld,
  account: Account,
  person: HonestPerson,
  random: Random,
): Doings {
  for (let sent = 0; ; ) {
    const startsAt = world.deps.clock.now().getTime();
    const isActive = random() < person.daysOf30 / 30;
    yield (15 + random() * 7) * 3600;
    const reviews = isActive ? 1 + Math.floor(random() * 5) : 0;
    for (let review = 0; review < reviews; review += 1) {
      const text = honestText(random, person.language);
      const writesSeconds = 45 + random() * 200;
      const writtenElsewhere = person.writesElsewhere && random() < 0.25;
      const tried = yield* listenAndReview(world, {
        userId: account.userId,
        hearsByCalls: sent < heardByCalls,
        seat: account.seat(random),
        random,
        text,
        writesSeconds,
        typing: writtenElsewhere ? pasted(text, random) : typed(text, random, writesSeconds),
      });
      count(account, tried);
      if (tried !== 'reviewed') break;
      publish(text);
      sent += 1;
      yield 5 + random() * 90;
    }
    yield daySeconds - (world.deps.clock.now().getTime() - startsAt) / 1000;
  }
}
