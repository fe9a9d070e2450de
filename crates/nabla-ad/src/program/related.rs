//! Which classes may have to do with those that are differentiated: by what they refer to, directly or
//! over others. What the rest of a large class path does stays out of it.

use super::classes::{Classes, is_platform};
use nabla_classfile::{ClassFile, ConstIndex, Constant};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A class's place in the order of the names.
type Place = u32;

/// A class of the program, as far as it was looked at.
#[derive(Default)]
struct Node {
    /// What it refers to, and what extends or implements it.
    leads_to: Vec<Place>,
    /// Whether the program has it.
    is_there: bool,
    /// Whether it has fields.
    has_fields: bool,
    /// The methods that were asked for.
    methods: Vec<u32>,
}

/// The classes of the program and their references.
#[derive(Default)]
struct Graph {
    places: HashMap<String, Place>,
    names: Vec<String>,
    nodes: Vec<Node>,
}

impl Graph {
    fn place(&mut self, name: &str) -> Place {
        if let Some(place) = self.places.get(name) {
            return *place;
        }
        let place = self.names.len() as Place;
        self.places.insert(name.to_owned(), place);
        self.names.push(name.to_owned());
        self.nodes.push(Node::default());
        place
    }

    fn add(&mut self, name: &str, class: &ClassFile, methods: Vec<u32>) {
        let place = self.enter(name, !class.fields.is_empty());
        self.nodes[place as usize].methods = methods;
        for index in (1..class.pool.len()).map(ConstIndex) {
            if matches!(class.pool.get(index), Ok(Constant::Class(_)))
                && let Ok(name) = class.pool.class_name(index)
                && let Some(element) = element(&name).filter(|name| !is_platform(name))
            {
                self.lead(place, element);
            }
        }
        // A call of a type calls what extends it.
        for above in class.super_class.iter().chain(&class.interfaces) {
            if let Ok(above) = class.pool.class_name(*above)
                && !is_platform(&above)
            {
                let above = self.place(&above);
                self.nodes[above as usize].leads_to.push(place);
            }
        }
    }

    /// Takes a class of the program.
    fn enter(&mut self, name: &str, has_fields: bool) -> Place {
        let place = self.place(name);
        let node = &mut self.nodes[place as usize];
        (node.is_there, node.has_fields) = (true, has_fields);
        place
    }

    fn lead(&mut self, from: Place, to: &str) {
        let to = self.place(to);
        self.nodes[from as usize].leads_to.push(to);
    }

    /// The classes that lead to a class with fields that the selected ones lead to.
    fn related(&mut self, selected: &BTreeSet<String>) -> Vec<bool> {
        let selected = selected.iter().filter_map(|name| self.places.get(name)).copied();
        // What extends a class of others has nothing to do with what else does.
        let edges = |node: &mut Node| match node.is_there {
            true => std::mem::take(&mut node.leads_to),
            false => Vec::new(),
        };
        let edges: Vec<Vec<Place>> = self.nodes.iter_mut().map(edges).collect();
        let followed = Graph::reached(&edges, selected);
        let mut back = vec![Vec::new(); edges.len()];
        for (place, next) in edges.iter().enumerate() {
            next.iter().for_each(|&next| back[next as usize].push(place as Place));
        }
        let holding = (0..edges.len()).filter(|&place| followed[place] && self.nodes[place].has_fields);
        Graph::reached(&back, holding.map(|place| place as Place))
    }

    /// Those that some lead to, themselves included.
    fn reached(edges: &[Vec<Place>], from: impl Iterator<Item = Place>) -> Vec<bool> {
        let mut reached = vec![false; edges.len()];
        let mut waiting: Vec<Place> = from.collect();
        waiting.iter().for_each(|&place| reached[place as usize] = true);
        while let Some(place) = waiting.pop() {
            for &next in &edges[place as usize] {
                if !std::mem::replace(&mut reached[next as usize], true) {
                    waiting.push(next);
                }
            }
        }
        reached
    }
}

/// The classes that lead to a class with fields that those which are differentiated lead to, by name, with
/// the methods that `own` finds in each.
pub fn related(classes: &Classes, own: impl Fn(&ClassFile) -> Vec<u32>) -> BTreeMap<String, Vec<u32>> {
    let mut graph = Graph::default();
    classes.scan(|name, class| graph.add(name, class, own(class)));
    let related = graph.related(&classes.selected());
    let found = graph.names.into_iter().zip(graph.nodes).zip(related).filter(|(_, related)| *related);
    found.map(|((name, node), _)| (name, node.methods)).collect()
}

/// The class of this name, or of the elements of an array.
fn element(name: &str) -> Option<&str> {
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
        let mut graph = Graph::default();
        let edges: &[(&str, bool, &[&str])] = &[
            ("Selected", false, &["Shape", "Helper"]),
            // An interface leads to what implements it.
            ("Shape", false, &["Circle"]),
            ("Circle", true, &["Shape"]),
            ("Helper", false, &[]),
            ("Caller", false, &["Shape"]),
            ("CallerOfCaller", false, &["Caller"]),
            ("CallerOfHelper", true, &["Helper"]),
            ("Apart", true, &["ApartToo"]),
            ("ApartToo", true, &[]),
            ("Handler", true, &["org/xml/sax/Handler"]),
        ];
        for (name, has_fields, leads_to) in edges {
            let place = graph.enter(name, *has_fields);
            leads_to.iter().for_each(|to| graph.lead(place, to));
        }
        // The program does not have it: what extends it does not meet there.
        let absent = graph.place("org/xml/sax/Handler");
        graph.lead(absent, "Circle");
        let related = graph.related(&BTreeSet::from(["Selected".to_owned()]));
        let found = graph.names.iter().zip(related).filter(|(_, related)| *related);
        let found: Vec<&str> = found.map(|(name, _)| name.as_str()).collect();
        assert_eq!(found, ["Selected", "Shape", "Circle", "Caller", "CallerOfCaller"]);
    }

    #[test]
    fn an_array_is_of_its_elements() {
        assert_eq!(element("a/B"), Some("a/B"));
        assert_eq!(element("[[La/B;"), Some("a/B"));
        assert_eq!(element("[[D"), None);
    }
}
