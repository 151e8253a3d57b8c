import type { Random } from './random.ts';

const FIRST_NAMES =
  'Ada Aisha Alma Amir Anders Anna Ben Bianca Carlos Chloe Daniel Diego Elena Emil Emma Fatima Felix Freya Grace Hana Hugo Ines Ivan Jamal James Jonas Julia Karim Lara Leo Lina Lucas Maja Malik Maria Mateo Maya Mia Nadia Nils Noah Nora Olga Omar Oscar Priya Ravi Rosa Samuel Sara Sofia Theo Tomas Vera Victor Yuki Zoe'.split(
    ' ',
  );
const LAST_NAMES =
  'Adams Ahmed Andersson Baker Bauer Bennett Berg Brown Carter Chen Clark Costa Davies Diaz Edwards Eriksson Evans Fischer Foster Garcia Gray Hall Harris Hughes Ito Jackson Jensen Johnson Kaur Keller Khan Kim King Larsen Lee Lewis Lopez Martin Meyer Miller Moore Murphy Nguyen Novak Okafor Patel Perez Reed Rossi Schmidt Silva Singh Smith Tanaka Taylor Turner Walker Weber White Wilson Wright Young'.split(
    ' ',
  );

export type Person = { name: string; email: string };

/** `position` keeps the addresses of people with one name apart. */
export function person(random: Random, position: number): Person {
  const first = random.pick(FIRST_NAMES);
  const last = random.pick(LAST_NAMES);
  return { name: `${first} ${last}`, email: `${first}.${last}.${position}@example.com`.toLowerCase() };
}
