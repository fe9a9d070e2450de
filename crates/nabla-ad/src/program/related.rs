//! Which classes may have to do with those that are differentiated: by what they refer to, directly or
//! over others; and whose objects may have arrays of numbers, which they may share with anything. What the
//! rest of a large class path does stays out of it.

use super::classes::Classes;
use super::functions::is_foreign;
use super::languages::is_of_language;
use crate::activity::fact::ArrayKind;
use nabla_classfile::{ClassFile, ConstIndex, Constant, Member};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Over so many fields arrays are looked for, as by a derivative that looks for those that are in two places.
const FARTHEST: usize = 3;

/// A class's place in the order of the names.
type Place = u32;

/// The classes of the program and their references. While they are looked at, one after the other, nothing
/// is made that outlives them but what is put at the end of these: in between, memory would stay taken.
#[derive(Default)]
pub struct Graph {
    places: FxHashMap<String, Place>,
    /// What refers to what, and what is extended or implemented by what.
    leads_to: Vec<(Place, Place)>,
    /// Those that have fields.
    with_fields: Vec<Place>,
    /// Those that have fields with arrays of numbers.
    with_arrays: Vec<Place>,
    /// The types of the other fields with objects.
    fields: Vec<(Place, Place)>,
    /// What extends or implements what.
    above: Vec<(Place, Place)>,
    /// Those with fields of functions, which may touch anything; not of libraries.
    with_functions: Vec<Place>,
    /// The methods that were asked for.
    methods: Vec<(Place, u32)>,
}

impl Graph {
    /// That of all classes of the program, with the methods of which `is_it` holds.
    pub fn of(classes: &Classes, is_it: impl Fn(&ClassFile, &Member) -> bool) -> Graph {
        let mut graph = Graph::new(classes.names());
        classes.scan(|name, class| graph.add(name, class, classes.is_apart(name), &is_it));
        graph
    }

    fn new(names: impl IntoIterator<Item = String>) -> Graph {
        let mut places = FxHashMap::default();
        for name in names {
            let next = places.len() as Place;
            places.entry(name).or_insert(next);
        }
        Graph { places, ..Graph::default() }
    }

    fn add(
        &mut self,
        name: &str,
        class: &ClassFile,
        is_apart: bool,
        is_it: impl Fn(&ClassFile, &Member) -> bool,
    ) {
        let Some(&place) = self.places.get(name) else { return };
        let methods = class.methods.iter().enumerate().filter(|(_, member)| is_it(class, member));
        self.methods.extend(methods.map(|(index, _)| (place, index as u32)));
        if !class.fields.is_empty() {
            self.with_fields.push(place);
        }
        for index in (1..class.pool.len()).map(ConstIndex) {
            if matches!(class.pool.get(index), Ok(Constant::Class(_)))
                && let Ok(name) = class.pool.class_name(index)
                && let Some(other) = element(&name).and_then(|name| self.places.get(name))
            {
                self.leads_to.push((place, *other));
            }
        }
        // A call of a type calls what extends it.
        for above in class.direct_supertypes() {
            if let Some(above) = self.places.get(&*above) {
                self.leads_to.push((*above, place));
                self.above.push((place, *above));
            }
        }
        for field in &class.fields {
            let Ok(descriptor) = class.pool.utf8(field.descriptor) else { continue };
            if ArrayKind::of(&descriptor).is_some() {
                self.with_arrays.push(place);
            } else if let Some(name) = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';')) {
                self.fields.extend(self.places.get(name).map(|other| (place, *other)));
                if !is_apart && is_foreign(name) {
                    self.with_functions.push(place);
                }
            }
        }
    }

    /// The classes that lead to a class with fields that the selected ones lead to, or to one with functions.
    fn related(&self, selected: &BTreeSet<String>) -> Vec<bool> {
        let selected = selected.iter().filter_map(|name| self.places.get(name)).copied();
        let followed = self.reached(selected, |(from, to)| (from, to));
        let holding = self.with_fields.iter().copied().filter(|&place| followed[place as usize]);
        self.reached(holding.chain(self.with_functions.iter().copied()), |(from, to)| (to, from))
    }

    /// The classes whose objects may have arrays of numbers, over a few objects.
    fn holders(&self) -> Vec<bool> {
        let mut holds = vec![false; self.places.len()];
        self.with_arrays.iter().for_each(|&place| holds[place as usize] = true);
        for _ in 0..FARTHEST {
            // An object has the fields of the classes above its own, and a field objects of those below.
            spread(&mut holds, self.above.iter().map(|&(below, above)| (above, below)));
            let mut any_below = holds.clone();
            spread(&mut any_below, self.above.iter().copied());
            for &(place, field) in &self.fields {
                holds[place as usize] |= any_below[field as usize];
            }
        }
        spread(&mut holds, self.above.iter().map(|&(below, above)| (above, below)));
        holds
    }

    /// Those that some lead to in this direction, themselves included.
    fn reached(
        &self,
        from: impl Iterator<Item = Place>,
        direction: impl Fn((Place, Place)) -> (Place, Place),
    ) -> Vec<bool> {
        let mut edges: Vec<(Place, Place)> = self.leads_to.iter().map(|edge| direction(*edge)).collect();
        edges.sort_unstable();
        let mut reached = vec![false; self.places.len()];
        let mut waiting: Vec<Place> = from.collect();
        waiting.iter().for_each(|&place| reached[place as usize] = true);
        while let Some(place) = waiting.pop() {
            let first = edges.partition_point(|(from, _)| *from < place);
            for &(_, next) in edges[first..].iter().take_while(|(from, _)| *from == place) {
                if !std::mem::replace(&mut reached[next as usize], true) {
                    waiting.push(next);
                }
            }
        }
        reached
    }
}

/// Marks what is behind what is marked.
fn spread(marked: &mut [bool], edges: impl Iterator<Item = (Place, Place)> + Clone) {
    loop {
        let mut grown = false;
        for (from, to) in edges.clone() {
            if marked[from as usize] {
                grown |= !std::mem::replace(&mut marked[to as usize], true);
            }
        }
        if !grown {
            return;
        }
    }
}

/// The classes that what is differentiated may meet.
#[derive(PartialEq)]
pub struct Related {
    /// Those that lead to a class with fields that the differentiated ones lead to, by name, with the places
    /// of the methods in each that were asked for.
    pub classes: BTreeMap<String, Vec<u32>>,
    /// The names of others to which they refer, but for those of the libraries of languages.
    pub given: BTreeSet<String>,
    /// The names of those whose objects may have arrays of numbers.
    holders: FxHashSet<String>,
}

impl Related {
    /// Those that may have to do with these classes.
    pub fn new(graph: &Graph, selected: &BTreeSet<String>) -> Related {
        let (related, holders) = (graph.related(selected), graph.holders());
        let places = (0..).zip(&related).filter(|(_, is_related)| **is_related).map(|(place, _)| place);
        let referred = graph.reached(places, |(from, to)| (from, to));
        let is_given = |(name, place): &(String, usize)| !related[*place] && !is_of_language(name);
        let mut methods = vec![Vec::new(); related.len()];
        for (place, method) in &graph.methods {
            methods[*place as usize].push(*method);
        }
        let of = |places: &[bool]| {
            let found = graph.places.iter().filter(|(_, place)| places[**place as usize]);
            found.map(|(name, place)| (name.clone(), *place as usize)).collect::<Vec<_>>()
        };
        Related {
            classes: of(&related)
                .into_iter()
                .map(|(name, i)| (name, std::mem::take(&mut methods[i])))
                .collect(),
            given: of(&referred).into_iter().filter(is_given).map(|(name, _)| name).collect(),
            holders: of(&holders).into_iter().map(|(name, _)| name).collect(),
        }
    }

    /// Whether what objects of a class do may have to do with what is differentiated.
    pub fn may_be_met(&self, name: &str) -> bool {
        // What a language has for arrays of numbers is there where its library is used.
        self.classes.contains_key(name) || !is_of_language(name) && self.holders.contains(name)
    }
}

/// The class of this name, or of the elements of an array.
pub(super) fn element(name: &str) -> Option<&str> {
    let element = name.trim_start_matches('[');
    match element.len() < name.len() {
        true => element.strip_prefix('L')?.strip_suffix(';'),
        false => Some(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leads_to_a_field_that_is_led_to_is_related() {
        let leads_to: &[(&str, &[&str])] = &[
            ("Selected", &["Shape", "Helper"]),
            // An interface leads to what implements it.
            ("Shape", &["Circle"]),
            ("Circle", &["Shape"]),
            ("Helper", &[]),
            ("Caller", &["Shape"]),
            ("CallerOfCaller", &["Caller"]),
            ("CallerOfHelper", &["Helper"]),
            ("Apart", &["ApartToo"]),
            ("ApartToo", &[]),
        ];
        let mut graph = Graph::new(leads_to.iter().map(|(name, _)| (*name).to_owned()));
        let place = |name: &str| graph.places[name];
        let edges = leads_to.iter().flat_map(|(from, to)| to.iter().map(|to| (place(from), place(to))));
        graph.leads_to = edges.collect();
        graph.with_fields = ["Circle", "CallerOfHelper", "Apart", "ApartToo"].map(place).to_vec();
        let related = graph.related(&BTreeSet::from(["Selected".to_owned()]));
        let found = leads_to.iter().zip(related).filter(|(_, related)| *related);
        let found: Vec<&str> = found.map(|((name, _), _)| *name).collect();
        assert_eq!(found, ["Selected", "Shape", "Circle", "Caller", "CallerOfCaller"]);
    }

    #[test]
    fn what_has_an_array_over_fields_is_a_holder() {
        let names = ["Array", "Below", "Field", "OfInterface", "Interface", "Sibling", "Farther", "None"];
        let mut graph = Graph::new(names.map(str::to_owned));
        let place = |name: &str| graph.places[name];
        let with_arrays = vec![place("Array")];
        let above = vec![
            (place("Below"), place("Array")),
            (place("Array"), place("Interface")),
            (place("Sibling"), place("Interface")),
        ];
        let fields = vec![
            (place("Field"), place("Below")),
            (place("OfInterface"), place("Interface")),
            (place("Farther"), place("Field")),
            (place("None"), place("Sibling")),
        ];
        (graph.with_arrays, graph.above, graph.fields) = (with_arrays, above, fields);
        let holders = graph.holders();
        let found: Vec<&str> =
            names.into_iter().filter(|name| holders[graph.places[*name] as usize]).collect();
        assert_eq!(found, ["Array", "Below", "Field", "OfInterface", "Farther"]);
    }

    #[test]
    fn an_array_is_of_its_elements() {
        assert_eq!(element("a/B"), Some("a/B"));
        assert_eq!(element("[[La/B;"), Some("a/B"));
        assert_eq!(element("[[D"), None);
    }
}
