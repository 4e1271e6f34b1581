/** The .975 quantile of the standard normal distribution. */
export const normal975 = 1.959963984540054;

const lanczos = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];

/** ln Γ(x) for x > 0. Lanczos (1964) with g = 7 and nine terms; relative error below 1e-13. */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const shifted = x - 1;
  const base = shifted + 7.5;
  const series = lanczos.reduce((sum, term, at) => sum + term / (shifted + at + 1), 0.9999999999998099);
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(series);
}

export const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

const smallest = 1e-300;
const kept = (value: number): number => (Math.abs(value) < smallest ? smallest : value);

/** The continued fraction of the incomplete beta function by Lentz's method (Numerical Recipes, 6.4). */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / kept(1 - ((a + b) * x) / (a + 1));
  let product = d;
  for (let m = 1; m <= 1000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / kept(1 + even * d);
    c = kept(1 + even / c);
    product *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / kept(1 + odd * d);
    c = kept(1 + odd / c);
    product *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return product;
}

/** The regularized incomplete beta function I_x(a, b): the probability that Beta(a, b) is at most x. */
export function betaProbability(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b));
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/**
 * Solves rising(x) = wanted for an increasing function on [low, high], by bisection with a relative precision of 12 digits.
 */
function reaches(wanted: number, low: number, high: number, rising: (x: number) => number): number {
  let [from, to] = [low, high];
  for (let step = 0; step < 200 && to - from > 1e-12 * to; step += 1) {
    const middle = (from + to) / 2;
    if (rising(middle) < wanted) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}

/** The p-quantile of Beta(a, b). */
export const betaQuantile = (p: number, a: number, b: number): number =>
  reaches(p, 0, 1, (x) => betaProbability(x, a, b));

/** The probability that Student's t with these degrees of freedom is at most t >= 0. */
const studentProbability = (t: number, degrees: number): number =>
  1 - betaProbability(degrees / (degrees + t * t), degrees / 2, 0.5) / 2;

const knownStudent = new Map<string, number>();

/** The quantile of Student's t for p of 0.5 to 0.999 and at least 3 degrees of freedom. */
export function studentQuantile(p: number, degrees: number): number {
  const key = `${p} ${degrees}`;
  const known = knownStudent.get(key);
  if (known !== undefined) return known;
  const found = reaches(p, 0, 50, (t) => studentProbability(t, degrees));
  if (knownStudent.size < 5000) knownStudent.set(key, found);
  return found;
}
