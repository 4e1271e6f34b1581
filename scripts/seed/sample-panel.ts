import { type SamplePerson, samplePerson } from './sample-people.ts';

const names =
  'Abel Ada Agnes Aiko Alba Alma Amir Anouk Anton Arlo Asha Astrid Aziz Bela Bianca Boris Bruno Camille Carmen Cyrus ' +
  'Dagny Dalia Dante Demir Edda Eero Elena Elias Emre Enzo Esme Ezra Fadil Farah Felix Flora Frida Gaia Gideon Greta ' +
  'Hanna Hiro Hugo Ida Idris Imani Ingrid Iris Ivo Jana Jasper Joel Johan Kai Kalle Karim Keiko Klara Kofi Lara Leon ' +
  'Leyla Linus Lotte Luca Lucia Malik Marek Margo Matteo Mila Mira Nadia Naomi Nico Nils Nora Odin Olga Omar Orla Oskar ' +
  'Paloma Pavel Petra Pia Quinn Rafael Ramona Rana Remy Rhea Rosa Ruben Sami Sana Saskia Selma Silas Sonja Stella Sven ' +
  'Tamar Tarek Tessa Theo Tilda Timo Uma Ursel Vera Viktor Vito Wanda Wim Xenia Yara Yuki Yusuf Zadie Zeno Zoe';

/** Listeners for a track that many have heard. */
export const samplePanel: readonly SamplePerson[] = names
  .split(' ')
  .map((name) => samplePerson(name, 'listener'));
