import { json, notFound, problem, type Answer } from "./answer.ts";
import { fault, type ServerFault } from "./fault.ts";
import { Library, type Note, type Reader } from "./library.ts";

/** Faults between two who must not know of each other. */
export const principalFaults: readonly ServerFault[] = [
  fault(
    "lets others read a note",
    ["GetNote"],
    ["other-principal"],
    class extends Library {
      override readNote(_: Reader, id: string): Answer {
        const note = this.notes.get(id);
        return note === undefined ? notFound() : json(200, this.shownNote(note));
      }
    },
  ),
  fault(
    "lists the notes of all",
    ["ListNotes"],
    ["other-principal"],
    class extends Library {
      override listNotes(): Answer {
        return json(200, { notes: [...this.notes.values()].map((note) => this.shownNote(note)) });
      }
    },
  ),
  fault(
    "lets others delete a note",
    ["DeleteNote"],
    ["other-principal"],
    class extends Library {
      override deleteNote(_: Reader, id: string): Answer {
        return this.notes.delete(id) ? { status: 204 } : notFound();
      }
    },
  ),
  fault(
    "tells others that a note is there",
    ["GetNote"],
    ["other-principal"],
    class extends Library {
      override readNote(reader: Reader, id: string): Answer {
        const note: Note | undefined = this.notes.get(id);
        return note !== undefined && note.owner !== reader.name
          ? problem(403, "Not yours.")
          : super.readNote(reader, id);
      }
    },
  ),
  fault(
    "answers from what it has answered to another",
    ["ListNotes"],
    ["other-principal", "differs-from-mock", "read-after-create", "lists-once"],
    class extends Library {
      #known: Answer | undefined;
      override listNotes(reader: Reader): Answer {
        const answer = this.#known ?? super.listNotes(reader);
        this.#known = (answer.body as { notes: unknown[] }).notes.length > 0 ? answer : undefined;
        return answer;
      }
    },
  ),
];
